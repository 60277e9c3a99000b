import { Button } from '@mantine/core'
import { X } from 'lucide-react'

/** A filter that is set and has no field. A click removes it. */
export function FilterChip({
  label,
  everything,
  onClear,
}: {
  label: string
  /** The consequence of a click in words, for screen readers. */
  everything: string
  onClear: () => void
}) {
  return (
    <Button
      variant="light"
      rightSection={<X size={14} aria-hidden />}
      onClick={onClear}
      aria-label={`${label}: ${everything}`}
    >
      {label}
    </Button>
  )
}
