// Package jetstream counts in units on NATS JetStream: on one server, on a cluster of three that
// survives the loss of one, or on a NATS that a company already runs.
//
// Three streams hold all data. They have fixed names and bounded sizes:
//
//	EXACTILE_JOBS   exactile.plan.JOB              the plan, and the puzzle as text
//	                exactile.state.JOB             why it is closed, if it is
//	                exactile.alive.JOB             written all the time while somebody waits
//	EXACTILE_DONE   exactile.done.JOB.UNIT         the record of a unit: a result or a split
//	                exactile.audit.JOB.UNIT        the record of a unit that was done again
//	EXACTILE_WORK   exactile.work.VERSION.JOB.UNIT a unit to do, until it is done
//
// One rule makes a unit count once: its record is written by a publish that must be the first on
// its subject, repeated until its outcome is known. Acknowledgements, the window of duplicates and
// the holder of a unit do not matter: two workers at one unit do no harm. The queue may lose units.
// [Store.Wait] queues all units without a record again, when it starts and whenever no record has
// come for a while, and only after it has read all records from the stream's leader. What may be
// lost or stale is read again; a read is never the reason to count a unit.
//
// The streams are no buckets of nats.go's KeyValue: a bucket is read from any replica, which may be
// stale, keeps a marker for each key that was removed, and needs subjects beyond exactile.> . Nor
// are leases keys: README.md has what that costs.
//
// Outside the streams, workers publish heartbeats on exactile.beat.WORKER and errors on
// exactile.fault.JOB.
//
// The verbs see this package as a [network.Network]. In this package s is a store, u a unit and r a
// record.
package jetstream
