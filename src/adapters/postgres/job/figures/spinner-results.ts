import {
  type CountedResults,
  figuresFrom,
  holdoutKeys,
  type ResultCounts,
  type ResultGroup,
  type ResultsOfGroup,
  resultsOfGroups,
  sumOfCounts,
} from '../../../../domain/job/spinner-results.ts'
import { dayAfter } from '../../../../domain/time/local-time.ts'
import type { Clock } from '../../../../ports/clock.ts'
import {
  type ResultsOfSpinner,
  type ResultsQuery,
  type SpinnerResults,
  SpinnerResultsStore,
} from '../../../../ports/job/spinner-results.ts'
import type { Database, Statement } from '../../database.ts'
import type { TableFields } from '../../schema/columns.ts'
import { spinnerWithin } from '../../schema/within-projects.ts'
import { sqlFunction } from '../../sql-function.ts'
import { programsOfVersions } from './steps-of-jobs.ts'

/** The number of days of the small chart of each spinner. */
const chartDays = 30

const figures = `
  sum(r.reached)::int as reached, sum(r.sent)::int as sent, sum(r.captured)::int as captured,
  sum(r.replied)::int as replied, sum(r.automatic_replies)::int as "automaticReplies", sum(r.bounced)::int as bounced,
  sum(r.unsubscribed)::int as unsubscribed, sum(r.complained)::int as complained,
  sum(r.reached_goal)::int as "reachedGoal"`

/** The SQL expressions for the keys of the groups. A variant is a branch of a step of one version. */
const keys: Readonly<Record<ResultGroup, string>> = {
  day: 'r.day',
  week: 'r.day - (extract(isodow from r.day)::int - 1)',
  step: "r.version || ':' || r.step",
  variant: "case when r.variant = '' then '' else r.version || ':' || r.variant end",
  sender: 'r.sender_id',
  source: 'r.source',
  holdout: `
    case when r.variant = 'holdout' then '${holdoutKeys.holdout}'
         when exists (select from spinner_versions v
                       where v.spinner_id = $2 and v.version = r.version and v.goal ? 'holdoutPercent')
         then '${holdoutKeys.others}' else '' end`,
}

/** The conditions for the rows of groups that have other rows than those without a variant. */
const rowsOf: Partial<Record<ResultGroup, string>> = {
  variant: "r.variant <> 'holdout'",
  holdout: "r.variant in ('', 'holdout')",
}

/**
 * Returns the statement that adds up the results of a spinner by group. Each message has one row without a variant; the
 * groups by variant have these rows under an empty key.
 */
function findOf(groupBy: ResultGroup | null): Statement {
  const inPeriod = `
    (p.first is null or r.day >= p.first) and (p.last is null or r.day <= p.last)
    and ${(groupBy === null ? undefined : rowsOf[groupBy]) ?? "r.variant = ''"}`
  // Without a group, every row has one key.
  const key = groupBy === null ? 'p.id' : keys[groupBy]
  return {
    name: `results_of_spinner_by_${groupBy ?? 'nothing'}`,
    text: `
      select (${key})::text as key, ${figures}
        from (
          select o.id, ($3::timestamptz at time zone o.time_zone)::date as first,
                 (($4::timestamptz - interval '1 microsecond') at time zone o.time_zone)::date as last
            from organizations o where o.id = $1 offset 0) p
        cross join lateral (
          select r.* from spinner_results r where r.spinner_id = $2 and ${inPeriod}
          union all
          select r.* from uncounted_results(p_organization => p.id, p_spinner => $2, p_now => $5,
                                                p_by_source => ${groupBy === 'source'}) r
           where ${inPeriod}) r
       group by ${key}`,
  }
}

const findBy = new Map<ResultGroup | null, Statement>()

const findProgress: Statement = {
  name: 'results_progress',
  text: `
    select s.id, (
             select f.counted_until from results_progress f
              where f.counted_until <= $3::timestamptz - interval '1 hour'
                and not exists (select from test_clocks c where c.organization_id = $1)) as "countedUntil"
      from spinners s where s.organization_id = $1 and s.id = $2`,
}

const listOfSpinners: Statement = {
  name: 'results_of_spinners',
  text: `
    with by_day as materialized (
      select r.spinner_id, r.day, ${figures}
        from (select r.* from spinners s join spinner_results r on r.spinner_id = s.id where s.organization_id = $1
              union all
              select r.* from uncounted_results(p_organization => $1, p_spinner => null, p_now => $3,
                                                     p_by_source => false) r) r
       where r.variant = '' group by 1, 2
    )
    select r.spinner_id as "spinnerId", max(r.day)::text as "lastDay", ${figures.replaceAll('r.automatic_replies', 'r."automaticReplies"').replaceAll('r.reached_goal', 'r."reachedGoal"')},
           jsonb_object_agg(r.day, r.sent) filter (where r.day > t.day - ${chartDays} and r.day <= t.day) as "sentOnDays",
           t.day::text as today
      from by_day r
      cross join lateral (
        select ($3::timestamptz at time zone o.time_zone)::date as day from organizations o where o.id = $1) t
      join spinners s on s.id = r.spinner_id
     where $2::uuid[] is null or ${spinnerWithin('$2')}
     group by r.spinner_id, t.day
     order by r.spinner_id`,
}

/** The statements that find the names of groups by their keys, for groups whose keys are ids. */
const namesBy: Partial<Record<ResultGroup, Statement>> = {
  sender: {
    name: 'names_of_senders',
    text: 'select s.id, s.name from senders s where s.organization_id = $1 and s.id = any($2::uuid[])',
  },
  source: {
    name: 'names_of_sources',
    text: 'select k.id, k.name from api_keys k where k.organization_id = $1 and k.id::text = any($2::text[])',
  },
}

const foldResults = sqlFunction('fold_results', 'p_now')

type CountedRow = Omit<CountedResults, 'name'>

/** The id under which messages of the deployment's own mail server are counted. */
const deploymentSender = '00000000-0000-0000-0000-000000000000'

export class PostgresSpinnerResults extends SpinnerResultsStore {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override async find(
    organizationId: string,
    spinnerId: string,
    { groupBy, since, until }: ResultsQuery,
  ): Promise<SpinnerResults | null> {
    const now = this.#clock.now()
    type Progress = { readonly countedUntil: Date | null }
    const [progress] = await this.#database.read<Progress>(findProgress, [organizationId, spinnerId, now])
    if (progress === undefined) return null
    const statement = findBy.get(groupBy) ?? findOf(groupBy)
    findBy.set(groupBy, statement)
    const values = [organizationId, spinnerId, since, until, now]
    const rows = (await this.#database.read<CountedRow>(statement, values)).map(({ key, ...counts }) => ({
      ...counts,
      key: key === deploymentSender ? '' : key,
    }))
    const totals =
      groupBy === 'variant'
        ? rows.filter(({ key }) => key === '')
        : rows.filter(({ key }) => groupBy !== 'holdout' || key !== holdoutKeys.holdout)
    return {
      total: figuresFrom(sumOfCounts(totals)),
      items: groupBy === null ? [] : await this.#itemsOf(organizationId, spinnerId, groupBy, rows),
      countedUntil: progress.countedUntil,
    }
  }

  /** Returns the groups in the order in which people read them, with the names of steps, branches and senders. */
  async #itemsOf(
    organizationId: string,
    spinnerId: string,
    groupBy: ResultGroup,
    rows: readonly CountedRow[],
  ): Promise<readonly ResultsOfGroup[]> {
    const isOfStep = groupBy === 'step' || groupBy === 'variant'
    const versions = isOfStep ? [...new Set(rows.map(({ key }) => Number.parseInt(key, 10)))] : []
    const programs = isOfStep
      ? await programsOfVersions(this.#database, organizationId, spinnerId, versions.filter(Number.isInteger))
      : new Map()
    const names = await this.#namesOf(organizationId, groupBy, rows)
    const groups = rows
      .filter(({ key }) => key !== '' || (groupBy !== 'variant' && groupBy !== 'holdout'))
      .map((row) => ({ ...row, name: names.get(row.key) ?? null }))
      .toSorted((a, b) =>
        groupBy === 'sender' || groupBy === 'source'
          ? b.sent + b.captured - a.sent - a.captured
          : a.key.localeCompare(b.key, 'en', { numeric: true }),
      )
    return resultsOfGroups(groupBy, groups, programs)
  }

  async #namesOf(
    organizationId: string,
    groupBy: ResultGroup,
    rows: readonly CountedRow[],
  ): Promise<ReadonlyMap<string, string>> {
    const statement = namesBy[groupBy]
    if (statement === undefined) return new Map()
    const ids = rows.map(({ key }) => key).filter((key) => key !== '')
    type Row = Pick<TableFields<'senders'>, 'id' | 'name'>
    const objects = await this.#database.read<Row>(statement, [organizationId, ids])
    return new Map(objects.map(({ id, name }) => [id, name]))
  }

  override async list(
    organizationId: string,
    projectIds: readonly string[] | null,
  ): Promise<readonly ResultsOfSpinner[]> {
    type Row = ResultCounts & Pick<ResultsOfSpinner, 'spinnerId' | 'lastDay'> & SentByDay
    const values = [organizationId, projectIds, this.#clock.now()]
    const rows = await this.#database.read<Row>(listOfSpinners, values)
    return rows.map(({ spinnerId, lastDay, sent, sentOnDays, today, ...counts }) => ({
      spinnerId,
      lastDay,
      ...figuresFrom({ ...counts, sent }),
      sentByDay: Array.from(
        { length: chartDays },
        (_, no) => sentOnDays?.[dayAfter(today, no - chartDays + 1)] ?? 0,
      ),
    }))
  }

  override async count(signal: AbortSignal): Promise<void> {
    type Row = { readonly fold_results: boolean }
    const fold = async () => {
      const [row] = await this.#database.write<Row>(...foldResults({ p_now: this.#clock.now() }))
      return row?.fold_results ?? false
    }
    while (!signal.aborted && (await fold()));
  }
}

interface SentByDay {
  /** The numbers of messages by day, such as "2026-11-23"; null if none was sent in the period. */
  readonly sentOnDays: Readonly<Record<string, number>> | null
  readonly today: string
}
