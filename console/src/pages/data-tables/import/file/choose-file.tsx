import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useRef } from 'react'

/**
 * A button that picks a file for the import. It takes the same file again after the user has corrected it.
 */
export function ChooseFile({
  onChoose,
  children,
  ...props
}: ButtonProps & { onChoose: (file: File) => void }) {
  const reset = useRef<() => void>(null)
  const changed = (file: File | null) => {
    reset.current?.()
    if (file !== null) onChoose(file)
  }
  return (
    <FileButton resetRef={reset} onChange={changed} accept=".csv,.tsv,.txt,.xlsx,text/csv">
      {({ onClick }) => (
        <Button {...props} onClick={onClick}>
          {children}
        </Button>
      )}
    </FileButton>
  )
}
