/* objects.h - a program with two libraries and a plugin.
   SPDX-License-Identifier: GPL-3.0-or-later  */

void token (unsigned depth);
void more (unsigned depth);
void scan (unsigned count);
void keep (unsigned value);
void store (unsigned count);
void plugin_step (unsigned value);
void plugin_run (unsigned count);
