/* i18n.h - marking text for translation.

   Diagnostics, help and explanatory prose are translated; headings and labels
   of the listings never are, because programs read them.  */

#ifndef I18N_H
#define I18N_H

#include <libintl.h>

#define _(text) gettext (text)
#define N_(text) (text)

/* ONE or MANY, as the language wants it for COUNT, a number without sign of
   any type.  No language looks at more than the last digits of a large
   one.  */
#define P_(one, many, count)                                                  \
  ngettext ((one), (many),                                                    \
            (unsigned long)((count) > 1000000 ? (count) % 1000000 + 1000000   \
                                              : (count)))

#endif
