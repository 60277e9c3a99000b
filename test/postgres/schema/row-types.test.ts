import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import pg from 'pg'
import ts from 'typescript'
import { driverTypeOf } from '../../../scripts/generated/table-types.ts'
import {
  describeStatement,
  registerConstants,
  statementsOf,
} from '../../support/statements/described-statements.ts'
import { planted } from '../../support/statements/planted-reads.ts'
import { type TypedRead, typedReads } from '../../support/statements/typed-reads.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let database: TestDatabase
let client: pg.Client
let hooks: { deregister(): void }
let typeNames: ReadonlyMap<number, string>
let checker: ts.TypeChecker
let reads: readonly TypedRead[]

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  hooks = registerConstants()
  const { rows } = await client.query<{ oid: number; typname: string }>('select oid, typname from pg_type')
  typeNames = new Map(rows.map(({ oid, typname }) => [oid, typname]))
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path))
  const only = { ...(config as object), include: ['src/adapters/postgres'], files: [planted.file] }
  const { options, fileNames } = ts.parseJsonConfigFileContent(only, ts.sys, root)
  const program = ts.createProgram(fileNames, options)
  checker = program.getTypeChecker()
  reads = typedReads(
    fileNames.flatMap((name) => program.getSourceFile(name) ?? []),
    checker,
  )
})

afterAll(async () => {
  hooks.deregister()
  await client.end()
  await database.drop()
})

/** Returns a line for each field of a row type that its statement does not select, or with another type. */
async function faultsOf(some: readonly TypedRead[]): Promise<readonly string[]> {
  const faults: string[] = []
  for (const read of some)
    for (const statement of await statementsOf(read)) {
      const columns = await describeStatement(client, statement)
      for (const field of checker.getPropertiesOfType(read.row)) {
        const fault = faultOf(field, columns.get(field.name))
        const place = `${relative(root, read.file)}:${read.line} ${statement.name}`
        if (fault !== null) faults.push(`${place}: ${field.name} ${fault}`)
      }
    }
  return faults
}

function faultOf(field: ts.Symbol, oid: number | undefined): string | null {
  if (oid === undefined)
    return (field.flags & ts.SymbolFlags.Optional) === 0 ? 'is no column of the result' : null
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(field))
  const expected = driverTypeOf(typeNames.get(oid) ?? '')
  return fits(type, expected) ? null : `is ${checker.typeToString(type)} instead of ${expected}`
}

/** Returns whether a type is the named type of the driver, or narrower. */
function fits(type: ts.Type, expected: string): boolean {
  const element = /^readonly (.*)\[\]$/.exec(expected)?.[1]
  if (element !== undefined) {
    const own = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    return own !== undefined && fits(checker.getNonNullableType(own), element)
  }
  if (expected === 'string') return checker.isTypeAssignableTo(type, checker.getStringType())
  if (expected === 'number') return checker.isTypeAssignableTo(type, checker.getNumberType())
  if (expected === 'boolean') return checker.isTypeAssignableTo(type, checker.getBooleanType())
  return expected === 'Json' || type.getSymbol()?.getName() === expected
}

const isPlanted = ({ file }: TypedRead) => file === planted.file

describe('the declared rows of named statements', () => {
  it('have the columns that PostgreSQL describes, with the types of the driver', async () => {
    const own = reads.filter((read) => !isPlanted(read))
    const found = await Promise.all(own.map(statementsOf))
    // Fails if the search finds only some of the calls. A few statements are composed at run time.
    expect(found.filter((statements) => statements.length > 0).length).toBeGreaterThan(230)
    expect(await faultsOf(own)).toEqual([])
  })

  it('are compared field by field', async () => {
    const faults = await faultsOf(reads.filter(isPlanted))
    expect(faults.map((fault) => fault.replace(/^.*: /, ''))).toEqual([
      'senderId is no column of the result',
      'id is number instead of string',
      'count is number instead of string',
      'used is Date instead of string',
    ])
  })
})
