import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ReasonCode, Retry } from '../../../api/job/jobs.ts'
import { language } from '../../../languages/language.ts'
import { t } from '../../../languages/text.ts'
import { wordsOfReason } from '../job-words.ts'

/** Recipients that failed at one step for one reason, and could be retried. */
export interface RetryGroup {
  readonly step: number
  /** The reason; null for recipients that failed in an early version of the service. */
  readonly code: ReasonCode | null
  readonly count: number
}

/** The choice of failures by reason and step, of those that a dialog offers. */
export interface FailureChoice {
  readonly codes: readonly ReasonCode[]
  readonly steps: readonly number[]
  readonly isChosen: (group: RetryGroup) => boolean
  /** The part of the request that limits a retry; empty if all failures are chosen. */
  readonly request: Pick<Retry, 'codes' | 'steps'>
  readonly omit: (omitted: Omitted) => void
}

interface Omitted {
  readonly codes: readonly ReasonCode[]
  readonly steps: readonly number[]
}

/** Chooses failures by reason and step; at first all of them. */
export function useFailureChoice(groups: readonly RetryGroup[]): FailureChoice {
  const [omitted, omit] = useState<Omitted>({ codes: [], steps: [] })
  const codes = codesOf(groups).filter((code) => !omitted.codes.includes(code))
  const steps = stepsOf(groups).filter((step) => !omitted.steps.includes(step))
  return {
    codes,
    steps,
    // A list of codes leaves out recipients without one.
    isChosen: ({ code, step }) =>
      (code === null ? omitted.codes.length === 0 : codes.includes(code)) && steps.includes(step),
    request: {
      ...(omitted.codes.length === 0 ? {} : { codes }),
      ...(omitted.steps.length === 0 ? {} : { steps }),
    },
    omit,
  }
}

/** Asks for the reasons and the steps of the failures to retry, if there are several. */
export function FailureChoices({
  groups,
  choice: { codes, steps, omit },
  nameOfStep,
}: {
  groups: readonly RetryGroup[]
  choice: FailureChoice
  nameOfStep: (step: number) => string
}) {
  const [allCodes, allSteps] = [codesOf(groups), stepsOf(groups)]
  const without = (chosenCodes: readonly ReasonCode[], chosenSteps: readonly number[]) =>
    omit({
      codes: allCodes.filter((code) => !chosenCodes.includes(code)),
      steps: allSteps.filter((step) => !chosenSteps.includes(step)),
    })
  return (
    <>
      {allCodes.length > 1 && (
        <Boxes
          label={t('Retry recipients with these failures')}
          items={allCodes.map((code) => ({
            value: code,
            name: wordsOfReason(code),
            count: sumOf(groups.filter((group) => group.code === code)),
          }))}
          chosen={codes}
          onChange={(values) =>
            without(
              allCodes.filter((code) => values.includes(code)),
              steps,
            )
          }
        />
      )}
      {allSteps.length > 1 && (
        <Boxes
          label={t('Retry recipients that failed at these steps')}
          items={allSteps.map((step) => ({
            value: String(step),
            name: nameOfStep(step),
            count: sumOf(groups.filter((group) => group.step === step)),
          }))}
          chosen={steps.map(String)}
          onChange={(values) =>
            without(
              codes,
              allSteps.filter((step) => values.includes(String(step))),
            )
          }
        />
      )}
    </>
  )
}

function Boxes({
  label,
  items,
  chosen,
  onChange,
}: {
  label: string
  items: readonly { readonly value: string; readonly name: string; readonly count: number }[]
  chosen: readonly string[]
  onChange: (values: readonly string[]) => void
}) {
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {items.map(({ value, name, count }) => (
          <Checkbox key={value} value={value} label={`${name} (${count.toLocaleString(language)})`} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Returns the reasons of groups, the most frequent first. */
function codesOf(groups: readonly RetryGroup[]): ReasonCode[] {
  const counts = new Map<ReasonCode, number>()
  for (const { code, count } of groups) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([code]) => code)
}

function stepsOf(groups: readonly RetryGroup[]): number[] {
  return [...new Set(groups.map(({ step }) => step))].toSorted((a, b) => a - b)
}

function sumOf(groups: readonly RetryGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}
