/* i18n.h - marking text for translation.

   Diagnostics, help and explanatory prose are translated; headings and labels
   of the listings never are, because programs read them.  */

#ifndef I18N_H
#define I18N_H

#include <libintl.h>

#define _(text) gettext (text)
#define N_(text) (text)

#endif
