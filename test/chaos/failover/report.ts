import { print, thousands } from '../../../bench/support/arena.ts'
import { type Findings, lastRefusal, mailsAgain, type Trial, writesAgain } from './findings.ts'
import { type Topology, writesAgainWithinMs } from './ways-to-database.ts'

/**
 * Prints for each event how long it took until there was a primary, and until the service worked again after
 * that.
 */
export function tellEvents({ events, load: { answers }, mailedAt }: Trial, begun: number): void {
  for (const [nth, event] of events.entries()) {
    const { name, at, takesWritesAt } = event
    process.stdout.write(
      `  ${seconds(at - begun)}: ${name}; a primary takes writes after ${seconds(takesWritesAt - at)}, ` +
        `the service ${seconds(writesAgain(answers, event))} later, mail goes out ${seconds(mailsAgain(mailedAt, event))} later, ` +
        `the last refusal ${seconds(lastRefusal(answers, event, events[nth + 1]))} later\n`,
    )
  }
}

/** Prints the findings beside the promises. Returns the number of broken promises. */
export function report(found: ReadonlyMap<Topology, Findings>): number {
  const columns = [...found]
  if (columns.length === 0) return 0
  const none = (value: number) => value === 0
  const any = () => true
  type Line = readonly [
    name: string,
    value: (findings: Findings) => number,
    kept: (value: number, topology: Topology) => boolean,
    unit?: 's' | '%',
  ]
  const lines: readonly Line[] = [
    ['records acknowledged', ({ acknowledged }) => acknowledged, any],
    ['of them lost', ({ lost }) => lost, none],
    ['there twice', ({ doubled }) => doubled, none],
    ['said to be unwritten, and there', ({ deniedAndWritten }) => deniedAndWritten, none],
    ['mails', ({ mails }) => mails, any],
    ['mails twice', ({ mailsTwice }) => mailsTwice, none],
    ['jobs not at their end', ({ openJobs }) => openJobs, none],
    ['recipients unconfirmed', ({ unconfirmed }) => unconfirmed, any],
    ['records that no job wrote to', ({ leftOut }) => leftOut, none],
    ['answers', ({ answers }) => answers, any],
    ['of them 503', ({ refused }) => refused, any],
    ['neither 2xx nor 503', ({ wrongAnswers: wrong }) => wrong, none],
    [
      'OUTCOME_UNKNOWN among 503',
      ({ outcomeUnknown, refused }) => outcomeUnknown / Math.max(1, refused),
      (value) => value <= 0.02,
      '%',
    ],
    ['processes ended', ({ ended }) => ended, none],
    ['until a primary takes writes, most', ({ untilAPrimaryMs }) => untilAPrimaryMs, any, 's'],
    [
      'until the service does after that, most',
      ({ writesAgainMs }) => writesAgainMs,
      (value, topology) => value <= writesAgainWithinMs[topology],
      's',
    ],
    ['until mail goes out after that, most', ({ mailsAgainMs }) => mailsAgainMs, any, 's'],
    ['last request refused after that, most', ({ lastRefusalMs }) => lastRefusalMs, any, 's'],
    ['longest answer', ({ longestAnswerMs }) => longestAnswerMs, any, 's'],
  ]
  let broken = 0
  const rows = lines.map(([name, value, kept, unit]) => [
    name,
    ...columns.map(([topology, findings]) => {
      const figure = value(findings)
      const isKept = kept(figure, topology)
      if (!isKept) broken++
      const text =
        unit === 's' ? seconds(figure) : unit === '%' ? `${(figure * 100).toFixed(1)} %` : thousands(figure)
      return `${isKept ? '' : 'BROKEN '}${text}`
    }),
  ])
  process.stdout.write('\n')
  print([['', ...columns.map(([topology]) => topology)], ...rows])
  return broken
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
