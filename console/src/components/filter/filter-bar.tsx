import { Button, Group } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { useSearch } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../languages/text.ts'

/**
 * The row of filters above a list. On narrow screens a button opens it, because it would move the list below the
 * first screen. The button shows how many filters are set.
 */
export function FilterBar({
  params,
  onSubmit,
  children,
}: {
  /** The URL parameters of the filters. */
  params: readonly string[]
  /** Applies the filters on Enter, if they are applied together. */
  onSubmit?: () => void
  children: ReactNode
}) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const [isOpen, { toggle }] = useDisclosure()
  const id = useId()
  const set = params.filter((param) => search[param] !== undefined).length
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <>
      <Button
        hiddenFrom="sm"
        mb="md"
        variant="default"
        leftSection={<ListFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {set === 0 ? t('Filters') : t('Filters ({set})', { set })}
      </Button>
      <Group
        id={id}
        mb="md"
        gap="sm"
        align="flex-end"
        {...(isOpen ? {} : { visibleFrom: 'sm' })}
        {...(onSubmit === undefined ? {} : { component: 'form', onSubmit: submit })}
      >
        {children}
      </Group>
    </>
  )
}
