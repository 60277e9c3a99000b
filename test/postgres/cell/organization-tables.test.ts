import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import {
  notCopiedTables,
  organizationTables,
  type ParentKind,
  tablesOfTheCell,
} from '../../../src/adapters/postgres/cell/organization-tables.ts'

const schema = readFileSync(new URL('../../../migrations/schema.sql', import.meta.url), 'utf8')
const tables = [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)\n\)/gm)].map(
  ([, name = '', body = '']) => ({ name, body }),
)
const declared = [...organizationTables, ...notCopiedTables]
const indexes = [...schema.matchAll(/ ON public\.(\w+) USING btree \((\w+)([^;]*);/g)]

describe('every table of the move', () => {
  it('leads to its organization by a declared column, or belongs to the whole cell', () => {
    const all = [...declared.map(({ name }) => name), ...tablesOfTheCell, 'organizations']
    expect(all.toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  })

  it.each(declared)('$name has the column that leads to the organization', ({ name, by }) => {
    expect(tables.find((table) => table.name === name)?.body).toMatch(new RegExp(`^  ${by} uuid`, 'm'))
  })

  it.each(declared)('$name is searched by $by with an index', ({ name, by }) => {
    const body = tables.find((table) => table.name === name)?.body ?? ''
    const keys = [...body.matchAll(/(?:PRIMARY KEY|UNIQUE) \((\w+)/g)].map(([, column]) => column)
    const others = indexes
      .filter(([, table, , rest]) => table === name && !rest?.includes('WHERE'))
      .map(([, , column]) => column)
    expect([...keys, ...others]).toContain(by)
  })

  it('has a parent that names the organization itself', () => {
    const parents: Record<ParentKind, string> = {
      dataTable: 'stored_data_tables',
      spinner: 'stored_spinners',
      binEntry: 'bin_entries',
      job: 'jobs',
      sender: 'senders',
      // The accounts of an organization are found by its users.
      account: 'accounts',
      user: 'users',
      // The parent of an import is its data table; the rows of the other parents in this test name the
      // organization themselves.
      import: 'imports',
    }
    for (const { of } of declared) {
      if (of === 'organization') continue
      const parent = declared.find(({ name }) => name === parents[of])
      const ofParent = { import: 'dataTable', account: 'account' } as const
      expect(parent?.of).toBe(of === 'import' || of === 'account' ? ofParent[of] : 'organization')
    }
  })

  it('comes after the tables that it references, unless it is copied early', () => {
    const order = organizationTables.map(({ name }) => name)
    for (const { name, body } of tables) {
      const own = order.indexOf(name)
      if (own === -1) continue
      for (const [, referred = ''] of body.matchAll(/REFERENCES (\w+)\(/g)) {
        if (referred === 'organizations' || referred === 'plans') continue
        expect(order.indexOf(referred)).toBeLessThan(own)
        expect(organizationTables[own]?.early).toBeUndefined()
      }
    }
  })
})
