import { exactly, type Figure, plain } from '../stage/figures.ts'
import { type Findings, lastRefusal, mailsAgain, type Trial, writesAgain } from './findings.ts'
import { type Topology, writesAgainWithinMs } from './topologies.ts'

/**
 * Prints for each disturbance of the failover trial how long it took until there was a primary, and until the
 * service worked again after that.
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

/** Returns the figures of a failover trial, with the promises of the service about them. */
export function figuresOf(findings: Findings, topology: Topology): readonly Figure[] {
  const share = findings.outcomeUnknown / Math.max(1, findings.refused)
  return [
    plain('records acknowledged', findings.acknowledged),
    exactly('acknowledged records that are lost', findings.lost),
    exactly('there twice', findings.doubled),
    exactly('refused although written', findings.deniedAndWritten),
    plain('mails', findings.mails),
    exactly('mails twice', findings.mailsTwice),
    exactly('jobs that have not ended', findings.openJobs),
    plain('recipients unconfirmed', findings.unconfirmed),
    exactly('records that no job wrote to', findings.leftOut),
    plain('answers', findings.answers),
    plain('answers 503', findings.refused),
    exactly('neither 2xx nor 503', findings.wrongAnswers),
    { name: 'OUTCOME_UNKNOWN among 503', text: `${(share * 100).toFixed(1)} %`, isPromiseMet: share <= 0.02 },
    exactly('processes ended', findings.ended),
    lasting('until a primary takes writes, most', findings.untilAPrimaryMs),
    lasting('until the service does after that, most', findings.writesAgainMs, writesAgainWithinMs[topology]),
    lasting('until mail goes out after that, most', findings.mailsAgainMs),
    lasting('last request refused after that, most', findings.lastRefusalMs),
    lasting('longest answer', findings.maxAnswerMs),
  ]
}

function lasting(name: string, milliseconds: number, most: number | null = null): Figure {
  return { name, text: seconds(milliseconds), isPromiseMet: most === null || milliseconds <= most }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
