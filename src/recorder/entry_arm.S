/* entry_arm.S - where functions compiled with -pg call us, on ARM; and system
   calls, whose number is in a register that compilers may need.
   SPDX-License-Identifier: 0BSD

   The function has pushed its return address, which is to be in lr when it
   goes on, and off the stack, which is aligned when five more words are on it.
   Registers of arguments are in use.  */

#if defined __arm__

	.syntax	unified
#ifdef __thumb__
	.thumb
#else
	.arm
#endif
	.text

	.hidden	gprofh_called
	.globl	__gnu_mcount_nc
	.type	__gnu_mcount_nc, %function
	.p2align 2
__gnu_mcount_nc:
	push	{r0, r1, r2, r3, lr}
	ldr	r0, [sp, #20]
	bic	r0, r0, #1
	bic	r1, lr, #1
	bl	gprofh_called
	pop	{r0, r1, r2, r3, ip, lr}
	bx	ip
	.size	__gnu_mcount_nc, . - __gnu_mcount_nc

/* gprofh_syscall (number, a, b, c, d, e, f) */
	.hidden	gprofh_syscall
	.globl	gprofh_syscall
	.type	gprofh_syscall, %function
	.p2align 2
gprofh_syscall:
	push	{r4, r5, r6, r7}
	mov	r7, r0
	mov	r0, r1
	mov	r1, r2
	mov	r2, r3
	ldr	r3, [sp, #16]
	ldr	r4, [sp, #20]
	ldr	r5, [sp, #24]
	svc	#0
	pop	{r4, r5, r6, r7}
	bx	lr
	.size	gprofh_syscall, . - gprofh_syscall

#endif

	.section .note.GNU-stack, "", %progbits
