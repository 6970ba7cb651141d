/* entry_x86_64.S - where functions compiled with -pg call us, on x86-64.
   SPDX-License-Identifier: 0BSD

   The compiler expects that no register changes but the flags: arguments, the
   number of vector arguments (rax) and the static chain (r10) are in use.  The
   functions that are called here save all that they use.  The stack may be
   aligned in any way.  */

#if defined __x86_64__

/* Call FUNCTION (FROM, SELF) with every register kept.  With FRAME the caller
   has its frame pointer already, else only its return address on the stack.  */
.macro	call_with function, frame
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	pushq	%rsi
	.cfi_adjust_cfa_offset 8
	movq	16(%rsp), %rsi
	.if	\frame
	movq	8(%rbp), %rdi
	.else
	movq	24(%rsp), %rdi
	.endif
	call	\function
	popq	%rsi
	.cfi_adjust_cfa_offset -8
	popq	%rdi
	.cfi_adjust_cfa_offset -8
	ret
.endm

.macro	entry frame
	.cfi_startproc
	endbr64
	cmpb	$0, gprofh_state(%rip)
	je	1f
	.cfi_remember_state
	call_with __mcount_internal, \frame
	.cfi_restore_state
1:	cmpb	$0, gprofh_settings(%rip)
	je	2f
	.cfi_remember_state
	call_with gprofh_wake, \frame
	.cfi_restore_state
2:	ret
	.cfi_endproc
.endm

	.text
	.hidden	gprofh_state, gprofh_settings, gprofh_wake
	.protected __mcount_internal

	.globl	mcount, _mcount, __fentry__
	.type	mcount, @function
	.type	_mcount, @function
	.type	__fentry__, @function

	.p2align 4
mcount:
_mcount:
	entry	1
	.size	mcount, . - mcount
	.size	_mcount, . - _mcount

	.p2align 4
__fentry__:
	entry	0
	.size	__fentry__, . - __fentry__

/* Debuggers and unwinders know a frame of a signal by these bytes.  */
	.hidden	gprofh_return_from_signal
	.globl	gprofh_return_from_signal
	.type	gprofh_return_from_signal, @function
	nop
gprofh_return_from_signal:
	movq	$15, %rax
	syscall
	.size	gprofh_return_from_signal, . - gprofh_return_from_signal

#endif

	.section .note.GNU-stack, "", %progbits
