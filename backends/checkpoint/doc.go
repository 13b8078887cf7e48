// Package checkpoint counts and lists in a way that survives the end of the
// process, however it ends.
//
// A [Job] goes through the parts of a model in order and now and then saves what
// the finished ones came to in a file, which appears under its name only once it
// is whole and on the disk. The same job, run again, starts from there: the count
// and the digest in the end are those of a job that was never interrupted. What
// was listed into an [Output] is whole as well and has nothing twice: it is taken
// back to where it was when the file was saved.
//
// A file says which job it is of, by facts about the model, the backend, the
// program and its options. A job with other facts is refused, and so is a file
// that is damaged: nothing ever starts anew in silence. The file stays when the
// job is done, marked complete, and the job, run again, only repeats its report.
//
// Parts of a count are found by trying: what takes longer than half the interval
// is given up and parted, so that an end of the process costs one interval of
// work at most. What was given up is work done twice, a fifth of the whole or so. However
// short the interval, a part gets a second of CPU time, and more where setting up takes
// long, so that a run never spends its time on other things than counting. A saving that
// fails on the way is told, and the run goes on; nor does one at the end withhold the
// count.
// Where the solutions are written out their order must not depend on how long
// anything took. There the parts are many and made beforehand, and the end of the
// process costs an interval and the part that was being worked on.
//
// A part whose solutions are the images of another's under a symmetry of the model
// is not counted again. That is all that is left of a searcher's own use of the
// symmetry, since a part has less of it than the whole.
//
// A job may also be one unit of a plan, as package plan has them: its parts are then parts of
// the unit.
//
// Orbits are counted by Burnside's lemma where the backend counts without listing:
// each of the models that takes is a part. Otherwise solutions are listed, and those
// that are the least of their images count.
//
// In this package j is a job, m a model and p a part.
package checkpoint
