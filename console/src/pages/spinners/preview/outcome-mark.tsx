import { VisuallyHidden } from '@mantine/core'
import { Ban, CircleCheck, CircleDashed, CircleX, type LucideIcon, Minus, Send } from 'lucide-react'
import { t } from '../../../languages/text.ts'
import type { StepOutcome } from './outcomes.ts'

export const outcomes: Readonly<Record<StepOutcome, { label: string; color: string; icon: LucideIcon }>> = {
  sends: { label: t('Sends'), color: 'var(--mantine-color-spindle-light-color)', icon: Send },
  passes: { label: t('Continues'), color: 'var(--mantine-color-teal-light-color)', icon: CircleCheck },
  skips: { label: t('Skipped'), color: 'var(--mantine-color-yellow-light-color)', icon: Ban },
  fails: { label: t('Fails'), color: 'var(--mantine-color-red-light-color)', icon: CircleX },
  incomplete: {
    label: t('Step not complete yet'),
    color: 'var(--mantine-color-dimmed)',
    icon: CircleDashed,
  },
  'not reached': {
    label: t('This record does not reach the step'),
    color: 'var(--mantine-color-dimmed)',
    icon: Minus,
  },
}

/** A small mark on the canvas that shows what a step does for the previewed record. */
export function OutcomeMark({ outcome }: { outcome: StepOutcome }) {
  const { label, color, icon: Icon } = outcomes[outcome]
  return (
    <span
      title={t('For the previewed record: {label}', { label })}
      style={{ display: 'inline-flex', flex: 'none', color }}
    >
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{t('For the previewed record: {label}', { label })}</VisuallyHidden>
    </span>
  )
}
