import { useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

export interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const PAUSE_MS = 150;

/** Looks for what is typed, a moment after the last letter; `/` goes there from anywhere. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <div class="search">
      <Icon name="search" />
      <input
        type="search"
        class="input"
        aria-label={label}
        placeholder={label}
        data-search
        autocomplete="off"
        spellcheck={false}
        defaultValue={value}
        onInput={({ currentTarget }) => {
          const text = currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(() => onChange(text), PAUSE_MS);
        }}
      />
    </div>
  );
}
