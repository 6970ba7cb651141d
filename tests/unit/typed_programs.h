/* typed_programs.h - two small profiles that the tests of printers share, and
   what the analysis makes of them.  */

#ifndef TYPED_PROGRAMS_H
#define TYPED_PROGRAMS_H

/* A plain program, 200 ticks at 100 per second, bins of 4 bytes.

     _start --1--> main --3--> work --6--> helper, which calls itself 3 times
                   main --2----------------> helper

     ticks: main 10, work 10 + 20 = 30, helper 100 + 60 = 160
     helper: 2 + 6 = 8 calls; work gets 160 * 6/8 = 120, main 160 * 2/8 = 40
     work: 30 + 120 = 150; main: 10 + 150 + 40 = 200; _start: 0 + 200
     index: main and _start have 200 each, and names with an underscore come
     later: main 1, _start 2, helper (160) 3, work (150) 4, idle (0) 5.  */
static const char plain_symbols[] = "T 1000 main    main.c:3\n"
                                    "T 1010 work    main.c:20\n"
                                    "t 1020 helper  lib/util.c:5\n"
                                    "T 1030 _start\n"
                                    "T 1040 idle\n"
                                    "end 1050";

static const char plain_gmon[]
    = "hist 1000 1040 100 seconds s 10 0 0 0  10 20 0 0  0 100 60 0  0 0 0 0\n"
      "arc 1034 1000 1\n"
      "arc 1004 1010 3\n"
      "arc 1008 1020 2\n"
      "arc 1014 1020 6\n"
      "arc 1024 1020 3\n";

/* A program with a cycle.

     main --2--> a <--1-- b       a --3--> b, b calls itself 4 times
                 a --5--> leaf

     ticks: a 40, b 60, leaf 100; all of leaf's go to a
     the cycle: 40 + 60 = 100 of its own, 100 of leaf; 2 calls from outside,
     1 + 3 = 4 from within
     index: the cycle and main have 200 each, and cycles come first: cycle 1,
     main 2, a (40 + 100) 3, leaf (100) 4, b (60) 5.  */
static const char cycle_symbols[] = "T 1000 main\n"
                                    "T 1010 a\n"
                                    "T 1020 b\n"
                                    "T 1030 leaf\n"
                                    "end 1040";

static const char cycle_gmon[]
    = "hist 1000 1040 100 seconds s 0 0 0 0  40 0 0 0  60 0 0 0  100 0 0 0\n"
      "arc 1000 1010 2\n"
      "arc 1010 1020 3\n"
      "arc 1020 1010 1\n"
      "arc 1020 1020 4\n"
      "arc 1010 1030 5\n";

#endif
