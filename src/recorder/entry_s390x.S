/* entry_s390x.S - where functions compiled with -pg call us, on
   z/Architecture.
   SPDX-License-Identifier: 0BSD

   The function has no frame yet, but has stored its return address in the
   second word of the one before.  Registers of arguments and the static chain
   are in use.  */

#if defined __s390x__

	.text
	.hidden	gprofh_called
	.globl	_mcount
	.type	_mcount, @function
	.p2align 3
_mcount:
	aghi	%r15, -224
	stmg	%r0, %r5, 160(%r15)
	stg	%r14, 208(%r15)
	lg	%r2, 232(%r15)
	lgr	%r3, %r14
	brasl	%r14, gprofh_called
	lg	%r14, 208(%r15)
	lmg	%r0, %r5, 160(%r15)
	aghi	%r15, 224
	br	%r14
	.size	_mcount, . - _mcount

#endif

	.section .note.GNU-stack, "", %progbits
