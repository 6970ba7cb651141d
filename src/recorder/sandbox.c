/* sandbox.c - the program forbids itself system calls (seccomp).
   SPDX-License-Identifier: 0BSD  */

#include "recorder/sandbox.h"

#include <elf.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/uio.h>

#include "recorder/events.h"
#include "recorder/life.h"
#include "recorder/live.h"
#include "recorder/objects.h"
#include "recorder/sampler.h"
#include "recorder/table.h"

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __i386__
#define ARCHITECTURE AUDIT_ARCH_I386
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined __arm__
#define ARCHITECTURE AUDIT_ARCH_ARM
#elif defined __riscv
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#elif defined __powerpc64__ && defined __LITTLE_ENDIAN__
#define ARCHITECTURE AUDIT_ARCH_PPC64LE
#elif defined __powerpc64__
#define ARCHITECTURE AUDIT_ARCH_PPC64
#else
#define ARCHITECTURE AUDIT_ARCH_S390X
#endif

enum
{
  FOR_ALL = 1 << 20,       /* bytes of memory set aside, */
  FOR_A_THREAD = 128 << 10 /* and for each thread that counts */
};

/* Read SIZE bytes of the program's memory, which may not be there.  */
static bool
read_memory (void *to, const void *from, size_t size)
{
  const struct iovec local = { to, size };
  const struct iovec remote = { (void *)(uintptr_t)from, size };
  return SYS6 (SYS_process_vm_readv, STATE->process, &local, 1, &remote, 1, 0)
         == (long)size;
}

static bool
jumps (const struct sock_filter *step, uint32_t value)
{
  switch (BPF_OP (step->code))
    {
    case BPF_JEQ:
      return value == step->k;
    case BPF_JGT:
      return value > step->k;
    case BPF_JGE:
      return value >= step->k;
    default:
      return (value & step->k) != 0;
    }
}

/* Does the filter of LENGTH steps at CODE permit system call NUMBER, whatever
   its arguments are?  No, if it has other steps than filters by number have.  */
static bool
permits (const struct sock_filter *code, uint32_t length, uint32_t number)
{
  uint32_t value = 0;
  for (uint32_t i = 0; i < length; i++)
    {
      struct sock_filter step;
      if (!read_memory (&step, code + i, sizeof step))
        return false;
      if (step.code == (BPF_LD | BPF_W | BPF_ABS) && step.k == 0)
        value = number;
      else if (step.code == (BPF_LD | BPF_W | BPF_ABS) && step.k == 4)
        value = ARCHITECTURE;
      else if (step.code == (BPF_ALU | BPF_AND | BPF_K))
        value &= step.k;
      else if (step.code == (BPF_JMP | BPF_JA))
        i += step.k;
      else if (BPF_CLASS (step.code) == BPF_JMP
               && BPF_SRC (step.code) == BPF_K)
        i += jumps (&step, value) ? step.jt : step.jf;
      else
        return step.code == (BPF_RET | BPF_K)
               && ((step.k & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_ALLOW
                   || (step.k & SECCOMP_RET_ACTION_FULL) == SECCOMP_RET_LOG);
    }
  return false;
}

/* Handlers could not return: there are no samples any more, of this thread or
   of all.  */
static void
stop_timers (bool of_all)
{
  const int32_t *own = gprofh_own_timer ();
  const struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; t != NULL; t = t->u.own.next)
    if (block_kind (t) == LIVE_ARCS && t->u.own.timer >= 0
        && (of_all || own == &t->u.own.timer))
      SYS3 (SYS_timer_delete, t->u.own.timer, 0, 0);
  if (STATE->timer >= 0 && (of_all || !gprofh_threads_have_timers ()))
    SYS3 (SYS_timer_delete, STATE->timer, 0, 0);
  if (of_all)
    gprofh_events_close ();
  else
    gprofh_event_close ();
  gprofh_lacks (LIVE_NO_TIMER);
}

static void
prepare (const struct sock_fprog *filter, bool of_all)
{
  struct sock_fprog program;
  uint64_t size = FOR_ALL;
  gprofh_own_table ();
  if (!STATE->is_child)
    gprofh_scan_objects ();
  const struct block *t = __atomic_load_n (&STATE->blocks, __ATOMIC_ACQUIRE);
  for (; t != NULL; t = t->u.own.next)
    if (block_kind (t) == LIVE_ARCS && t->thread != 0)
      size += FOR_A_THREAD;
  if (!gprofh_live_set_aside (page_up (size)))
    gprofh_write_so_far ();
  /* The system refuses one that cannot be read, or is empty.  */
  if (filter != NULL && read_memory (&program, filter, sizeof program)
      && program.len > 0
      && !permits (program.filter, program.len, SYS_rt_sigreturn))
    stop_timers (of_all);
}

/* A child of vfork has the memory of its parent, which is in no sandbox.  */
bool
gprofh_enter_sandbox (const void *filter, bool of_all)
{
  if (gprofh_is_sandboxed ()
      || (STATE->has_begun
          && STATE->process != (uint32_t)SYS3 (SYS_getpid, 0, 0, 0)))
    return false;
  if (STATE->has_begun)
    prepare (filter, of_all);
  gprofh_thread_is_sandboxed = true;
  gprofh_inheritance.is_sandboxed = of_all;
  return true;
}

void
gprofh_leave_sandbox (void)
{
  gprofh_thread_is_sandboxed = false;
  gprofh_inheritance.is_sandboxed = false;
}
