module sums
  implicit none
contains
  pure function total (values) result (sum_of)
    real, intent (in) :: values(:)
    real :: sum_of
    integer :: i
    sum_of = 0
    do i = 1, size (values)
      sum_of = sum_of + values(i)
    end do
  end function total
end module sums

program main
  use sums
  implicit none
  real :: values(10)
  real, volatile :: half = 0.5 ! so that the loop stays
  integer :: i
  include 'fill.inc'
  print *, total (values), inner (3)
contains
  integer function inner (n)
    integer, intent (in) :: n
    inner = n * n
  end function inner
end program main
