/* outfile.c - a file that is written whole or not at all.  */

#include "config.h"

#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "i18n.h"

enum
{
  ATTEMPTS = 100, /* how many strangers may have our temporary names */
  PERMISSIONS = S_IRWXU | S_IRWXG | S_IRWXO
};

/* May a file take the place of NAME?  *EXISTS: there is a regular file, and
   *MODE are its permissions.  */
static enum status
check_place (const char *name, bool *exists, mode_t *mode, struct diag *diag)
{
  struct stat about;
  *exists = lstat (name, &about) == 0;
  if (!*exists)
    return errno == ENOENT
               ? STATUS_OK
               : diag_fail_errno (diag, name, errno, _ ("cannot create"));
  if (!S_ISREG (about.st_mode))
    return diag_fail (diag, STATUS_IO, PLACE_FILE (name),
                      _ ("not a regular file, so it is not replaced"));
  if (faccessat (AT_FDCWD, name, W_OK, AT_EACCESS) != 0)
    return diag_fail_errno (diag, name, errno, _ ("cannot write"));
  *mode = about.st_mode & PERMISSIONS;
  return STATUS_OK;
}

enum status
outfile_open (struct outfile *outfile, const char *name, struct output *output,
              struct diag *diag)
{
  bool exists;
  mode_t mode = 0;
  enum status status = check_place (name, &exists, &mode, diag);
  if (status != STATUS_OK)
    return status;
  *outfile = (struct outfile){ .name = name, .output = output };
  int fd = -1;
  for (unsigned i = 0; i < ATTEMPTS && fd < 0; i++)
    {
      snprintf (outfile->temporary, sizeof outfile->temporary,
                "gprof-%ld-%u.tmp", (long)getpid (), i);
      fd = open (outfile->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                 0666);
      if (fd < 0 && errno != EEXIST)
        break;
    }
  if (fd < 0)
    return diag_fail_errno (diag, name, errno, _ ("cannot create"));
  /* On a file system without permissions nothing is lost.  */
  if (exists && fchmod (fd, mode) != 0)
    errno = 0;
  output_open (output, fd);
  return STATUS_OK;
}

enum status
outfile_finish (struct outfile *outfile, struct diag *diag)
{
  enum status status = output_close (outfile->output, outfile->name, diag);
  if (status == STATUS_OK && rename (outfile->temporary, outfile->name) != 0)
    status = diag_fail_errno (diag, outfile->name, errno, _ ("cannot write"));
  if (status != STATUS_OK)
    unlink (outfile->temporary);
  return status;
}

void
outfile_discard (struct outfile *outfile)
{
  output_discard (outfile->output);
  close (outfile->output->fd);
  outfile->output->fd = -1;
  unlink (outfile->temporary);
}
