// Package checkpoint counts and lists such that work survives the end of the
// process, however it ends.
//
// A [Job] is a plan (package plan) with one worker, whose store is one file: a line for each
// finished unit, which is on the disk before the next unit begins. The same job, run again,
// starts from there: the final count and digest are those of a job that was never
// interrupted. What was listed into an [Output] is whole and without repeats, too: the output
// is cut back to where it was at the end of the last finished unit.
//
// A file identifies its job by facts about the model, the backend, the program
// and its options. A job with other facts is refused, and so is a file that is none: no job
// ever starts anew silently. A last line that is not whole is a unit to do again; so are all
// units from a damaged line on, which are put aside. The file remains when the job is done,
// and the job, run again, only repeats its report.
//
// Units of a count are found by trying: one that takes longer than half of the interval, 30
// seconds, is given up and split, so that the end of the process costs at most one interval of
// work. The work of units that were given up is done twice, about a fifth of the whole. If a
// line cannot be written the run continues with a warning; a failure at the end does not
// withhold the count.
//
// If solutions are written out, their order must not depend on time. So the units are
// many and made beforehand, by restrictions of the model.
//
// In this package j is a job, m a model and u a unit.
package checkpoint
