/* entry_i386.S - where functions compiled with -pg call us, on i386; and system
   calls, which can have one argument more than there are registers that a
   compiler hands out.
   SPDX-License-Identifier: 0BSD

   The compiler expects that no register changes but the flags: arguments may
   be in eax, ecx and edx.  */

#if defined __i386__

/* Call FUNCTION (FROM, SELF) with every register kept.  With FRAME the caller
   has its frame pointer already, else only its return address on the stack.  */
.macro	call_with function, frame
	pushl	%eax
	pushl	%ecx
	pushl	%edx
	movl	12(%esp), %ecx
	.if	\frame
	movl	4(%ebp), %eax
	.else
	movl	16(%esp), %eax
	.endif
	pushl	%ecx
	pushl	%eax
	call	\function
	addl	$8, %esp
	popl	%edx
	popl	%ecx
	popl	%eax
	ret
.endm

.macro	entry frame
	endbr32
	pushl	%eax
	call	here
5:	cmpb	$0, gprofh_state - 5b(%eax)
	je	1f
	popl	%eax
	call_with __mcount_internal, \frame
1:	cmpb	$0, gprofh_settings - 5b(%eax)
	popl	%eax
	je	2f
	call_with gprofh_wake, \frame
2:	ret
.endm

	.text
	.hidden	gprofh_state, gprofh_settings, gprofh_wake
	.protected __mcount_internal

/* The address where it returns, in eax.  */
	.type	here, @function
here:
	movl	(%esp), %eax
	ret
	.size	here, . - here

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

/* gprofh_syscall (number, a, b, c, d, e, f) */
	.hidden	gprofh_syscall
	.globl	gprofh_syscall
	.type	gprofh_syscall, @function
gprofh_syscall:
	pushl	%ebx
	pushl	%esi
	pushl	%edi
	pushl	%ebp
	movl	20(%esp), %eax
	movl	24(%esp), %ebx
	movl	28(%esp), %ecx
	movl	32(%esp), %edx
	movl	36(%esp), %esi
	movl	40(%esp), %edi
	movl	44(%esp), %ebp
	int	$0x80
	popl	%ebp
	popl	%edi
	popl	%esi
	popl	%ebx
	ret
	.size	gprofh_syscall, . - gprofh_syscall

	.hidden	gprofh_return_from_signal
	.globl	gprofh_return_from_signal
	.type	gprofh_return_from_signal, @function
	nop
gprofh_return_from_signal:
	movl	$173, %eax
	int	$0x80
	.size	gprofh_return_from_signal, . - gprofh_return_from_signal

#endif

	.section .note.GNU-stack, "", %progbits
