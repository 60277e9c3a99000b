import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useRef } from 'react'

/** A button that lets the user choose a file. It takes the same file again, for example after the user has corrected it. */
export function FileChoiceButton({
  accept,
  onChoose,
  ...props
}: ButtonProps & {
  /** The file types that can be chosen; all types if undefined. */
  accept?: string | undefined
  onChoose: (file: File) => void
}) {
  const reset = useRef<() => void>(null)
  const changed = (file: File | null) => {
    reset.current?.()
    if (file !== null) onChoose(file)
  }
  return (
    <FileButton resetRef={reset} {...(accept !== undefined && { accept })} onChange={changed}>
      {({ onClick }) => <Button {...props} onClick={onClick} />}
    </FileButton>
  )
}
