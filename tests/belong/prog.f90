! prog.f90 - the like in Fortran; -DMORE adds a function.
module things
contains
#ifdef MORE
  integer function more (n)
    integer, intent (in) :: n
    more = n * 3
  end function more
#endif
  integer function work (n)
    integer, intent (in) :: n
    integer :: i
    work = 0
    do i = 1, n
      work = ieor (work, i)
    end do
  end function work
end module things

program prog
  use things
  integer :: i, total
  total = 0
  do i = 1, 2000
    total = ieor (total, work (10000))
  end do
#ifdef MORE
  total = ieor (total, more (total))
#endif
  if (total == -1) stop 1
end program prog
