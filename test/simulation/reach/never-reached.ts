import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { services } from '../../../src/adapters/http/services.ts'
import { reasonCodes } from '../../../src/domain/reason.ts'
import { excused } from './excused.ts'

const useCases = fileURLToPath(new URL('../../../src/use-cases/', import.meta.url))

/** The parts of the service that no seed of a run of the simulator has reached. */
export interface NeverReached {
  /** The items without an excuse. A long run fails because of them. */
  readonly unexcused: readonly string[]
  /** The number of items with an excuse that no seed has reached. */
  readonly excused: number
  /** Excuses of items that a seed has reached, or that no longer exist, so the list must not have them. */
  readonly outdatedExcuses: readonly string[]
}

/** Compares what the seeds have reached with all use cases, SQL functions and reasons that there are. */
export async function neverReached(url: string, reached: ReadonlySet<string>): Promise<NeverReached> {
  const items = [
    ...useCasesIn(useCases),
    ...(await functionsAt(url)),
    ...reasonCodes.map((code) => `reason ${code}`),
  ]
  const missing = items.filter((item) => !reached.has(item))
  const isMissing = new Set(missing)
  return {
    unexcused: missing.filter((item) => !Object.hasOwn(excused, item)).toSorted(),
    excused: missing.filter((item) => Object.hasOwn(excused, item)).length,
    outdatedExcuses: Object.keys(excused).filter((item) => !isMissing.has(item)),
  }
}

function useCasesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const text = readFileSync(folder + path, 'utf8')
      const useCase = `use case ${path.slice(0, -'.ts'.length)}`
      const verbs = verbsIn(text).map((verb) => `${useCase} ${verb}`)
      return /^ {2}(async )?execute\b/m.test(text) ? [useCase, ...verbs] : verbs
    })
}

/** Returns the methods other than `execute` of the class in a file, if routes call the class. */
function verbsIn(text: string): readonly string[] {
  return Object.values(services)
    .filter(({ name }) => text.includes(`export class ${name} {`))
    .flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype))
    .filter((verb) => verb !== 'constructor' && verb !== 'execute')
}

/** Returns the functions in PL/pgSQL. PostgreSQL counts no call of a function in SQL whose text it inserts into a query. */
async function functionsAt(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select distinct p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'`,
    )
    return rows.map(({ name }) => `function ${name}`)
  } finally {
    await client.end()
  }
}
