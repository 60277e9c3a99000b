import { describe, expect, it } from '@jest/globals'
import { maxSamples, Samples } from '../../../../src/domain/job/rehearsal/samples.ts'

function chosenOf(branches: readonly (readonly [id: number, facets: readonly string[]])[]): string[] {
  const samples = new Samples()
  for (const [id, facets] of branches) samples.offer(facets, () => ({ recordId: String(id), steps: [] }))
  return samples.chosen.map(({ recordId }) => recordId)
}

describe('the samples of a rehearsal', () => {
  it('include rare results beside frequent ones', () => {
    const branches = Array.from({ length: 1_000 }, (_, id) => [id, ['0 sends']] as const)
    const chosen = chosenOf([...branches, [1_000, ['0 fails MISSING_CELL']], [1_001, ['0 skips SUPPRESSED']]])
    expect(chosen.slice(0, 3).toSorted()).toEqual(['0', '1000', '1001'])
    // Expects that the other samples of a frequent result come from ever later positions in the audience.
    expect(chosen.slice(3)).toEqual(['1', '3', '7', '15', '31', '63', '127'])
  })

  it('begin with the path that shows most results', () => {
    expect(
      chosenOf([
        [1, ['0 sends']],
        [2, ['0 sends', '1 passes', '2 fails']],
        [3, ['0 skips']],
      ]),
    ).toEqual(['2', '3', '1'])
  })

  it('are ten at most, and each once', () => {
    const branches = Array.from({ length: 5_000 }, (_, id) => [id, [`0 sends ${id % 30}`]] as const)
    const chosen = chosenOf(branches)
    expect(chosen).toHaveLength(maxSamples)
    expect(new Set(chosen).size).toBe(maxSamples)
  })

  it('are all of a few recipients', () => {
    expect(chosenOf([[7, ['0 sends']]])).toEqual(['7'])
    expect(chosenOf([])).toEqual([])
  })
})
