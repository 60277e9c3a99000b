import { Box, Checkbox, Group, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import classes from '../spinners.module.css'
import { useInsertion } from './insertion.ts'
import { NoMetadataColumns } from './no-metadata-columns.tsx'
import { tagFor } from './template-text.ts'

const nothing: readonly string[] = []

/** The metadata columns, to be put where the caret stands. */
export function Variables({
  columns,
  given = nothing,
  dataTableId,
}: {
  columns: readonly string[]
  /** What templates see beside the columns. */
  given?: readonly string[]
  dataTableId: string
}) {
  const insertion = useInsertion()
  const [fallback, setFallback] = useState(false)
  const insert = (name: string, withFallback: boolean) =>
    insertion.insert((filter) =>
      tagFor(name, {
        ...(withFallback ? { fallback: 'there' } : {}),
        ...(filter === undefined ? {} : { filter }),
      }),
    )
  return (
    <div>
      <Group gap={6} className={classes['chips']} role="group" aria-label="Insert a variable">
        <Text size="sm" fw={500} mr={4}>
          Insert
        </Text>
        {columns.map((name) => (
          <Chip key={name} name={name} onClick={() => insert(name, fallback)} />
        ))}
        {given.map((name) => (
          <Chip key={name} name={name} onClick={() => insert(name, false)} />
        ))}
      </Group>
      {columns.length === 0 ? (
        <Box mt={6}>
          <NoMetadataColumns dataTableId={dataTableId} />
        </Box>
      ) : (
        <Checkbox
          mt={8}
          size="xs"
          label="With a word for records where it is empty"
          checked={fallback}
          onChange={(event) => setFallback(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}

function Chip({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <UnstyledButton
      className={classes.chip}
      onClick={onClick}
      aria-label={`Insert ${name}`}
      title={`Insert ${name}`}
    >
      {name}
    </UnstyledButton>
  )
}
