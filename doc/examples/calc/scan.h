/* scan.h - what the files of the calculator share.  */

void scan_start (const char *line);
int peek (void);
int next (void);
void skip_blanks (void);
double scan_number (void);
void scan_name (char *name, int size);

/* BASE to the power N.  */
double power (double base, int n);
