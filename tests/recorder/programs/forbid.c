/* forbid.c [kill] NUMBER... -- PROGRAM ARGUMENT... - runs PROGRAM, for which the
   system calls with these numbers fail with EPERM, or kill it.  */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  struct sock_filter code[64]
      = { BPF_STMT (BPF_LD | BPF_W | BPF_ABS,
                    offsetof (struct seccomp_data, nr)) };
  unsigned short length = 1;
  int next = 1;
  unsigned effect = SECCOMP_RET_ERRNO | EPERM;
  if (argc > 1 && strcmp (argv[1], "kill") == 0)
    {
      effect = SECCOMP_RET_KILL_PROCESS;
      next++;
    }
  for (; next < argc && strcmp (argv[next], "--") != 0; next++)
    {
      const struct sock_filter jump
          = BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi (argv[next]),
                      0, 1);
      const struct sock_filter fail = BPF_STMT (BPF_RET | BPF_K, effect);
      code[length++] = jump;
      code[length++] = fail;
    }
  const struct sock_filter allow
      = BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  code[length++] = allow;
  const struct sock_fprog program = { length, code };
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 77;
  execv (argv[next + 1], argv + next + 1);
  return 78;
}
