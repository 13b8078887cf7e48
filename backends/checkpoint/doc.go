// Package checkpoint counts and lists such that work survives the end of the
// process, however it ends.
//
// A [Job] goes through the parts of a model in order. Now and then it saves the
// results of the finished parts in a file, which appears under its name only once
// it is whole and on the disk. The same job, run again, starts from there: the
// final count and digest are those of a job that was never interrupted. What was
// listed into an [Output] is whole and without repeats, too: the output is cut
// back to where it was when the file was saved.
//
// A file identifies its job by facts about the model, the backend, the program
// and its options. A job with other facts is refused, and so is a damaged file:
// no job ever starts anew silently. The file remains when the job is done,
// marked complete, and the job, run again, only repeats its report.
//
// Parts of a count are found by trying: a part that takes longer than half the interval
// is given up and split, so that the end of the process costs at most one interval of
// work. The work of parts that were given up is done twice, about a fifth of the whole.
// However short the interval, a part gets a second of CPU time, and more if setup is
// slow, so that a run spends its time mainly on counting. If a save fails the run goes on
// with a warning; a failed save at the end does not withhold the count.
//
// If solutions are written out, their order must not depend on time. So the parts are
// many and made beforehand, and the end of the process costs an interval and the part
// under way.
//
// A part whose solutions are the images of another's under a symmetry of the model
// is not counted again. This replaces a searcher's own use of the symmetry, since
// a part has less symmetry than the whole.
//
// A job may also be one unit of a plan, see package plan: its parts are then parts of the
// unit.
//
// Orbits are counted by Burnside's lemma if the backend counts without listing: each
// of the models needed is a part. Otherwise solutions are listed, and those that are
// the least of their images count.
//
// In this package j is a job, m a model and p a part.
package checkpoint
