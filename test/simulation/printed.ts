import type { Run, Violation } from './run/run.ts'

/** Returns the source text of a test that repeats a simulation run, to be pasted into a file of test/simulation. */
export function testOf({ seed, operations }: Run, { promise, words }: Violation): string {
  const lines = operations.map((action) => `        ${literal(action)},`)
  return [
    `  // ${words}`,
    `  it('${promise.toLowerCase().replaceAll("'", '’')} (seed ${seed})', async () => {`,
    '    await holds(prepared, {',
    `      seed: ${seed},`,
    '      operations: [',
    ...lines,
    '      ],',
    '    })',
    '  })',
  ].join('\n')
}

/** Returns a value as source text in the project's style: property names without quotes, texts in single quotes. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  return `{ ${fields.join(', ')} }`
}
