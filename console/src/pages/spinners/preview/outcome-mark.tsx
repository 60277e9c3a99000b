import { VisuallyHidden } from '@mantine/core'
import { Ban, CircleCheck, CircleDashed, CircleX, type LucideIcon, Minus, Send } from 'lucide-react'
import type { StepOutcome } from './outcomes.ts'

export const outcomes: Readonly<Record<StepOutcome, { label: string; color: string; icon: LucideIcon }>> = {
  sends: { label: 'Sends', color: 'var(--mantine-color-spindle-light-color)', icon: Send },
  passes: { label: 'Continues', color: 'var(--mantine-color-teal-light-color)', icon: CircleCheck },
  skips: { label: 'Skipped', color: 'var(--mantine-color-yellow-light-color)', icon: Ban },
  fails: { label: 'Fails', color: 'var(--mantine-color-red-light-color)', icon: CircleX },
  incomplete: {
    label: 'Step not complete yet',
    color: 'var(--mantine-color-dimmed)',
    icon: CircleDashed,
  },
  'not reached': {
    label: 'This record does not reach the step',
    color: 'var(--mantine-color-dimmed)',
    icon: Minus,
  },
}

/** A small mark on the canvas that shows what a step does for the previewed record. */
export function OutcomeMark({ outcome }: { outcome: StepOutcome }) {
  const { label, color, icon: Icon } = outcomes[outcome]
  return (
    <span
      title={`For the previewed record: ${label}`}
      style={{ display: 'inline-flex', flex: 'none', color }}
    >
      <Icon size={14} aria-hidden />
      <VisuallyHidden>For the previewed record: {label}</VisuallyHidden>
    </span>
  )
}
