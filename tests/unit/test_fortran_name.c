/* test_fortran_name.c - procedures of modules of Fortran (R14.23).

   The names of the first half are what gfortran 12 and flang write.  */

#include "config.h"

#include "model/fortran_name.h"

#include <stdlib.h>

#include "tap.h"

static void
check_procedures (void)
{
  static const struct
  {
    const char *name, *shown;
  } rows[] = {
    { "__solver_MOD_step", "solver::step" },
    { "__two_words_MOD_next_2", "two_words::next_2" },
    { "__m_MOD_p", "m::p" },
    { "__grid.fine_MOD_local", "grid::fine::local" },
    { "__grid_MOD_step._omp_fn.0", "grid::step._omp_fn.0" },
    { "__grid_MOD_step.constprop.0.isra.0", "grid::step.constprop.0.isra.0" },
    { "__grid_MOD___copy_grid_Base", "grid::__copy_grid_Base" },
    { "__grid_MOD_step@VERS_1", "grid::step@VERS_1" },
    { "_QMsolverPstep", "solver::step" },
    { "_QMgridSfinePlocal", "grid::fine::local" },
    { "_QMgridFstepPinner", "grid::step::inner" },
    { "_QMgridPstep.omp_par", "grid::step.omp_par" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    {
      char *text = fortran_name (rows[i].name);
      is_text (text, rows[i].shown, "%s", rows[i].name);
      free (text);
    }
}

static void
check_others (void)
{
  static const char *const names[] = { "",
                                       "_",
                                       "__",
                                       "main",
                                       "MAIN__",
                                       "plain_",
                                       "inner.0",
                                       "solver_MOD_step",
                                       "_solver_MOD_step",
                                       "___solver_MOD_step",
                                       "__MOD_step",
                                       "___MOD_step",
                                       "__solver_MOD_",
                                       "__solver_MOD_.part.0",
                                       "__solver_MOD_Step",
                                       "__solver_MOD_step-1",
                                       "__Solver_MOD_step",
                                       "__sol$ver_MOD_step",
                                       "__2nd_MOD_step",
                                       "__solver_MOD_2nd",
                                       "__grid._MOD_local",
                                       "__grid.2_MOD_local",
                                       "__grid..fine_MOD_local",
                                       "__solver_mod_step",
                                       "__a_MOD_b_MOD_c",
                                       "_Q",
                                       "_QM",
                                       "_QQmain",
                                       "_QPplain",
                                       "_QFPinner",
                                       "_QMsolver",
                                       "_QMsolverP",
                                       "_QMsolverPstepX",
                                       "_QMsolverStep",
                                       "_QMsolverEvalue",
                                       "_QMPstep",
                                       "_QMsolverSPstep" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    ok (fortran_name (names[i]) == NULL, "'%s' is none", names[i]);
}

int
main (void)
{
  check_procedures ();
  check_others ();
  return done ();
}
