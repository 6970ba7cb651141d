/* html_files.h - the style and the program of the page that write_html writes,
   as bytes.  The build makes html_files.c from the files in src/output/html,
   see Makefile.am.  */

#ifndef HTML_FILES_H
#define HTML_FILES_H

#include <stddef.h>

extern const unsigned char html_style[], html_script[];
extern const size_t html_style_size, html_script_size;

#endif
