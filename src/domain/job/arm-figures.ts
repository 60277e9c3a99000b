import type { Program } from '../spinner/steps/program.ts'

/** What became of those who took one arm of a split. */
export interface ArmFigures {
  readonly in: number
  /** To how many a message was sent after the split. */
  readonly sent: number
  readonly replied: number
  readonly bounced: number
  readonly unsubscribed: number
  readonly done: number
  readonly failed: number
}

/** The same as it is looked at. */
export interface ArmView extends ArmFigures {
  /** The index of the split. */
  readonly step: number
  /** In words, as "2". */
  readonly path: string
  readonly name: string
  readonly percent: number
}

export interface CountedArm {
  readonly step: number
  readonly arm: number
  readonly figures: ArmFigures
}

const none: ArmFigures = { in: 0, sent: 0, replied: 0, bounced: 0, unsubscribed: 0, done: 0, failed: 0 }

/** Of every arm that a version has, also those that nobody took. */
export function armsOf(program: Program, counted: readonly CountedArm[]): readonly ArmView[] {
  return program.flatMap(({ step, index, path }) =>
    step.type === 'split'
      ? step.arms.map(({ name, percent }, arm) => {
          const of = counted.filter((one) => one.step === index && one.arm === arm)
          return {
            step: index,
            path,
            name,
            percent,
            ...of.reduce((sum, { figures }) => added(sum, figures), none),
          }
        })
      : [],
  )
}

function added(a: ArmFigures, b: ArmFigures): ArmFigures {
  return {
    in: a.in + b.in,
    sent: a.sent + b.sent,
    replied: a.replied + b.replied,
    bounced: a.bounced + b.bounced,
    unsubscribed: a.unsubscribed + b.unsubscribed,
    done: a.done + b.done,
    failed: a.failed + b.failed,
  }
}
