/**
 * The meetings that a run counts: moments at which two things happen at once, at which faults are often found. A meeting
 * that never occurs is a gap in the simulator.
 */
export const meetings = [
  'work of a runtime was held half-way',
  'work of a runtime was held while its messages were in transit',
  'an operation began while a live runtime had leased a slice',
  'a reaction met a message in transit: its outcome was not stored',
  'two transactions met at a lock',
  'a lease ended while its holder was alive',
  'a process ended between the mark of a message and its sending',
  'a process ended between the sending of a message and its outcome',
  'a process ended within a transaction',
] as const

export type Meeting = (typeof meetings)[number]

/** Counts the meetings of a run. */
export class Meetings {
  readonly counts: Partial<Record<Meeting, number>> = {}

  note(meeting: Meeting, count = 1): void {
    if (count > 0) this.counts[meeting] = (this.counts[meeting] ?? 0) + count
  }
}
