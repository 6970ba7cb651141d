/* Adds numbers; its actions are in this file, not in the parser's.  */
%{
#include <stdio.h>
int yylex (void);

static void
yyerror (const char *text)
{
  fprintf (stderr, "%s\n", text);
}
%}
%token NUMBER
%left '+'
%left '*'
%%
lines: %empty
     | lines line
     ;
line:  sum '\n' { printf ("%d\n", $1); }
     ;
sum:   NUMBER
     | sum '+' sum {
         int both = $1;
         both += $3;
         $$ = both;
       }
     | sum '*' sum { $$ = $1 * $3; }
     | '(' sum ')' { $$ = $2; }
     ;
%%
int
main (void)
{
  return yyparse ();
}
