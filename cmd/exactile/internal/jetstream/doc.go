// Package jetstream makes a count in units on NATS JetStream: on one server, on three of which
// one may fail, or on a NATS that a company has already.
//
// Three streams hold all there is. They have names of their own and bounded sizes:
//
//	EXACTILE_JOBS   exactile.plan.JOB              the plan, and the puzzle as text
//	                exactile.state.JOB             why nobody works at it, if nobody is to
//	                exactile.alive.JOB             written all the time by who waits for it
//	EXACTILE_DONE   exactile.done.JOB.UNIT         the record of a unit: a result or a split
//	                exactile.audit.JOB.UNIT        the record of a unit that was done again
//	EXACTILE_WORK   exactile.work.VERSION.JOB.UNIT a unit to do, until it is done
//
// Whether a unit counts rests on one thing alone: its record is written by a publish that
// expects to be the first on its subject, and is repeated until its fate is known. Nothing rests
// on acknowledgements, on the window of duplicates, or on who holds a unit: two workers at one
// unit do no harm. The queue may lose units; who waits for a job queues all that have no record
// again, when it starts and whenever nothing comes any more, and only after it has read what the
// leader of the stream has. Whatever may be lost or old is read again; what is read from a
// stream's leader is never the reason to count something.
//
// Outside the streams, workers say on exactile.beat.WORKER where they are, and on
// exactile.fault.JOB what went wrong.
//
// In this package s is a store, u a unit and r a record.
package jetstream
