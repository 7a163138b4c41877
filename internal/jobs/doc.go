// Package jobs runs work after the transaction that asked for it.
//
// [Queue.Enqueue] writes a job in the caller's transaction: rolled back, there
// is no job; committed, it will run, in this process or in another on the same
// database, also after a crash. A kind of job gets its function from [Handle],
// a kind that repeats its interval from [Queue.Every]; [Queue.Start] begins the
// work and [Queue.Stop] ends it.
//
// A process runs one job of a kind at a time, or as many as [AtOnce] says. No
// kind waits for another one, however much of it there is: mail goes out while
// exports queue. Within a kind, [PerLane] limits how many jobs with the same [Lane]
// run at once, and [SlowAfter] lets others pass those that hang.
//
// A job runs at least once. It is taken with a lease, which is renewed while it
// runs; the jobs of a process that died are taken again when their lease has
// ended, within 40 seconds. Each taking has its number (claim), and a process
// that holds an older one can no longer write the outcome. A process never takes
// a job again that it still runs itself. So a function must be safe to run twice,
// and one that calls another system needs a key that stays the same.
//
// An error is tried again, later each time, eight times over about a day; then,
// or at once after [Permanent], the job has failed. [Later] and [Outage] use up
// no attempt: the first for a job whose time has not come, the second when no job
// of the kind can work until somebody fixes something. A panic is an error like any
// other. [Queue.List] shows the jobs, [Queue.Retry] tries one again and
// [Queue.Discard] gives one up. A finished job is kept for a week, without its
// arguments, which may be secret; a failed one for ninety days.
//
// The clocks of the processes must agree to within a few seconds. What a wrong
// clock made due further ahead than its kind ever waits is brought back.
//
// It imports sqldb; mail and the features enqueue jobs. Why this is not an
// existing library: docs/decisions/0001-own-jobs-table.md.
package jobs
