type Level = 'fine' | 'look' | 'fault'

/** The result of one check of the command `doctor`. */
export interface Finding {
  readonly level: Level
  readonly what: string
  /** The advice to the operator about a finding; null if no action is needed. */
  readonly remedy: string | null
}

export const fineFinding = (what: string): Finding => ({ level: 'fine', what, remedy: null })
export const warningFinding = (what: string, remedy: string): Finding => ({ level: 'look', what, remedy })
export const faultFinding = (what: string, remedy: string): Finding => ({ level: 'fault', what, remedy })

const words: Readonly<Record<Level, string>> = { fine: 'ok   ', look: 'CHECK', fault: 'FAULT' }

export function findingsText(findings: readonly Finding[]): string {
  const lines = findings.map(
    ({ level, what, remedy }) => `${words[level]}  ${what}${remedy === null ? '' : `\n       ${remedy}`}`,
  )
  const faults = findings.filter(({ level }) => level === 'fault').length
  const looks = findings.filter(({ level }) => level === 'look').length
  const sum =
    faults + looks === 0
      ? 'No action is necessary.'
      : `Faults: ${faults}. To check: ${looks}. The exit code is 1 if there is a fault.`
  return `${lines.join('\n')}\n\n${sum}\n`
}
