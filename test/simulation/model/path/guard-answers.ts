import type { Mark } from '../marks.ts'
import type { Moments } from '../moments.ts'

interface GuardAnswer {
  readonly moment: number
  /** The body of the answer; null if the guard did not answer. */
  readonly body: string | null
}

/** The answers of the simulated guards, by the step and the record about which they were asked. */
export class GuardAnswers {
  readonly #moments: Moments
  readonly #answers = new Map<string, GuardAnswer[]>()

  constructor(moments: Moments) {
    this.#moments = moments
  }

  add({ spinner, step, ref }: Pick<Mark, 'spinner' | 'step' | 'ref'>, body: string | null): void {
    const name = `${spinner} ${step} ${ref}`
    const answers = this.#answers.get(name) ?? []
    answers.push({ moment: this.#moments.next(), body })
    this.#answers.set(name, answers)
  }

  /** Returns the answers between two numbered events. */
  between(
    { spinner, step, ref }: Pick<Mark, 'spinner' | 'step' | 'ref'>,
    from: number,
    to: number,
  ): readonly (string | null)[] {
    const answers = this.#answers.get(`${spinner} ${step} ${ref}`) ?? []
    return answers.filter(({ moment }) => moment > from && moment < to).map(({ body }) => body)
  }
}
