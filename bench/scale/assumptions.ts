import type { Assumptions, Workload } from './model.ts'

const terabyte = 1e12

/**
 * Guesses of a deployment's load and prices for the cost model. Environment variables replace them:
 * `SIZE_PEAK=5 SIZE_CORE=30 npm run bench -- size`. The prices are dollars a month, similar to those of large
 * providers.
 */
export const assumptions: Assumptions = {
  peak: from('SIZE_PEAK', 3),
  use: from('SIZE_USE', 0.5),
  slack: from('SIZE_SLACK', 1.5),
  copies: from('SIZE_COPIES', 3),
  wholePages: from('SIZE_WHOLE_PAGES', 2),
  archiveDays: from('SIZE_ARCHIVE_DAYS', 7),
  cell: {
    cores: from('SIZE_CELL_CORES', 32),
    diskBytes: from('SIZE_CELL_TERABYTES', 8) * terabyte,
    walBytesPerSecond: from('SIZE_CELL_WAL_MEGABYTES', 200) * 1e6,
  },
  prices: {
    core: from('SIZE_CORE', 25),
    diskGigabyte: from('SIZE_DISK', 0.1),
    archiveGigabyte: from('SIZE_ARCHIVE', 0.02),
  },
}

const usual: Workload = {
  rowsPerDay: 10_000,
  shareInBatches: 0,
  mailsPerDay: 10_000,
  shareWithBody: 0,
  waitingRecipients: 0,
  waitingJobs: 0,
  organizations: 1,
  retentionDays: 90,
  recordDays: 365,
}

/** Example workloads of the cost model, by name. docs/operate/scale.md lists the hardware that each of them needs. */
export const workloads: Readonly<Record<string, Workload>> = {
  '10,000 mails a day': usual,
  '1,000,000 mails a day': { ...usual, rowsPerDay: 1e6, mailsPerDay: 1e6, organizations: 1_000 },
  '10⁹ rows a day, alone, kept for 30 days': {
    ...usual,
    rowsPerDay: 1e9,
    mailsPerDay: 0,
    organizations: 100_000,
    recordDays: 30,
  },
  '10⁹ rows a day, in batches, kept for 30 days': {
    ...usual,
    rowsPerDay: 1e9,
    shareInBatches: 1,
    mailsPerDay: 0,
    organizations: 100_000,
    recordDays: 30,
  },
  '10⁸ waiting recipients, 10⁷ mails a day': {
    ...usual,
    rowsPerDay: 1e7,
    mailsPerDay: 1e7,
    waitingRecipients: 1e8,
    organizations: 100_000,
  },
}

/**
 * The workload that the variables SIZE_… in the environment define. A missing variable has its value of the
 * first workload in docs/operate/scale.md.
 */
export const ownWorkload: Workload = {
  rowsPerDay: from('SIZE_ROWS', usual.rowsPerDay),
  shareInBatches: from('SIZE_IN_BATCHES', usual.shareInBatches),
  mailsPerDay: from('SIZE_MAILS', usual.mailsPerDay),
  shareWithBody: from('SIZE_WITH_BODY', usual.shareWithBody),
  waitingRecipients: from('SIZE_WAITING', usual.waitingRecipients),
  waitingJobs: from('SIZE_WAITING_JOBS', usual.waitingJobs),
  organizations: from('SIZE_ORGANIZATIONS', usual.organizations),
  retentionDays: from('SIZE_RETENTION_DAYS', usual.retentionDays),
  recordDays: from('SIZE_KEPT_DAYS', usual.recordDays),
}

export const hasOwnWorkload = Object.keys(process.env).some((name) => name.startsWith('SIZE_'))

function from(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} takes a number`)
  return value
}
