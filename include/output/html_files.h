/* html_files.h - the style and the program of the page that write_html writes,
   as bytes, and their SHA-256 in base64; and the words that the program asks to
   be translated, null after the last.  The build makes html_files.c from the
   files in src/output/html, see Makefile.am.  */

#ifndef HTML_FILES_H
#define HTML_FILES_H

#include <stddef.h>

extern const unsigned char html_style[], html_script[];
extern const size_t html_style_size, html_script_size;
extern const char html_style_hash[], html_script_hash[];
extern const char *const html_words[];

#endif
