// Package network describes what the verbs need of a network of workers: a server, and a store of
// jobs that count --on fills, workers empty and all read. Package jetstream provides it. Programs
// that import only this package contain no client and no server.
package network

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/backends/plan"
)

// A Network starts servers and connects to them.
type Network interface {
	// Serve starts a server.
	Serve(Server) (Running, error)
	// Open connects to the store of a server.
	Open(context.Context, Access) (Store, error)
}

// A Server configures a server in this process.
type Server struct {
	// Listen is HOST:PORT for workers and for counts; port 0 is any free port.
	Listen string
	// Dir is the folder of all its data.
	Dir string
	// TokenFile holds the token that clients need. The file is made if it is missing.
	TokenFile string
	// CertFile and KeyFile, if given, make all connections TLS.
	CertFile, KeyFile string
	// Insecure allows connections from other machines without TLS.
	Insecure bool
	// Nodes are the HOST:PORT of all servers of a cluster, for the traffic between them; this
	// server is Nodes[Node-1], which must be one of them. nil is a single server.
	Nodes []string
	Node  int
	// Config, if given, is a configuration file of nats-server. It takes the place of Listen,
	// TokenFile, TLS and Nodes.
	Config string
	// Log gets the server's warnings and errors.
	Log func(string)
}

// A Running is a server that runs.
type Running interface {
	// URL is the address for clients.
	URL() string
	// Wait waits until ctx ends, or returns why the server cannot continue.
	Wait(ctx context.Context) error
	// Stop ends the server.
	Stop()
}

// An Access holds the address of a server and the credentials for it.
type Access struct {
	// URL is the URL of a server, or the URLs of several, with commas between them.
	URL string
	// TokenFile holds a token, CredsFile credentials as nsc writes them, and CAFile the
	// certificates of the CAs that sign the servers'; each may be empty.
	TokenFile, CredsFile, CAFile string
}

// A Store holds jobs and the records of their units. Several goroutines may use it at once.
type Store interface {
	// Submit continues the job that counts this, or makes it. It reopens a cancelled job.
	Submit(ctx context.Context, p *plan.Plan, puzzle []byte) (*Job, error)
	// Take returns the job with a name, for Wait. A cancelled job is [ErrCancelled]: to look at it
	// must not start work at it again.
	Take(ctx context.Context, name string) (*Job, error)
	// Wait waits until all units of a job are done and its audits too, and returns the sum. When
	// ctx ends it returns the sum so far and ctx.Err(): the job continues. A unit with two answers
	// is a [plan.Contradiction].
	Wait(ctx context.Context, j *Job, c Count) (plan.Total, error)
	// Work does units until ctx ends; then it gives its units back and returns ctx.Err(). A unit
	// with two answers ends the job, not the worker. It is an error if no server can be reached for
	// too long.
	Work(ctx context.Context, w Worker) error
	// Jobs lists all jobs, in the order in which they were submitted first.
	Jobs(ctx context.Context) ([]ListedJob, error)
	// Cancel stops all work at a job. Its records stay: to submit the job again continues it.
	Cancel(ctx context.Context, name string) error
	// Remove cancels a job and deletes all its data, even if the job cannot be read.
	Remove(ctx context.Context, name string) error
	// Close sends what is still buffered and ends the connection.
	Close()
}

// A Job is a count as the store holds it.
type Job struct {
	Name   string     `json:"-"`
	Format int        `json:"exactile_job"`
	Plan   *plan.Plan `json:"plan"`
	// Puzzle is the puzzle as text: workers make the model from it.
	Puzzle []byte    `json:"puzzle"`
	Since  time.Time `json:"since"`
}

// A ListedJob is a job as a list shows it.
type ListedJob struct {
	*Job
	// Records is the number of units with a result or a split; the plan began with Job.Plan.Units.
	Records int
	// State is "waited for", "open", "cancelled", "two answers", "done" or, if this program cannot
	// read the job, "unreadable". Count is its count if it is done.
	State, Count string
}

// A Count holds the settings of [Store.Wait].
type Count struct {
	// Version names this program.
	Version string
	// Audit is the fraction of all units, from 0 to 1, that are repeated and compared.
	Audit float64
	// OnProgress, if not nil, gets the progress of the job a few times a second, and Trouble each
	// error of a worker. Calls do not overlap.
	OnProgress func(Progress)
	OnError    func(error)
}

// A Progress is how far a job has come.
type Progress struct {
	plan.Progress
	// Running is the number of units in work, Workers that of slots of all workers of this version,
	// and Others of workers of another version, which cannot help.
	Running, Workers, Others int
}

// A Worker does units of all jobs that are queued for its version of the program.
type Worker struct {
	// Version names this program, and Name the worker, in records.
	Version, Name string
	// Slots is how many units are done side by side; 0 is one.
	Slots int
	// Open returns what runs the units of a job, or repeats them if audit is set. Its searches must
	// report to the monitor.
	Open func(ctx context.Context, j *Job, audit bool, see *adapter.Monitor) (*plan.Job, error)
	// Idle is how long a worker without a unit waits before it ends; 0 is without end.
	Idle time.Duration
	// Done, if not nil, gets each record, and Trouble each error. Calls do not overlap.
	Done    func(r plan.Record, audit bool)
	OnError func(error)
}

// ErrNoJob is wrapped if there is no job with a name.
var ErrNoJob = errors.New("there is no such job")

// ErrCancelled is the error of a cancelled job.
var ErrCancelled = errors.New("it was cancelled (the same count --on resumes it)")

// IsURL reports whether a text is an address of a server rather than the name of a folder.
func IsURL(text string) bool {
	scheme, _, ok := strings.Cut(text, "://")
	return ok && (scheme == "nats" || scheme == "tls" || scheme == "ws" || scheme == "wss")
}

// Redacted is a list of addresses without the secrets in them.
func Redacted(addresses string) string {
	all := strings.Split(addresses, ",")
	for k, address := range all {
		if u, err := url.Parse(strings.TrimSpace(address)); err == nil && u.User != nil {
			u.User = url.User("...")
			all[k] = u.String()
		}
	}
	return strings.Join(all, ",")
}
