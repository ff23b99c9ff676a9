/** The console's own drawings, 24 × 24, in lines. */
const PATHS = {
  agents: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  matrix: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  whatIf: 'M6 3v10a5 5 0 0 0 5 5h7M14.5 14.5 18 18l-3.5 3.5M6 8h6a4 4 0 0 0 4-4V3',
  extensions: 'M4 8h5V6.5a2 2 0 1 1 4 0V8h5v5h1.5a2 2 0 1 1 0 4H18v4H4z',
  servers: 'M4 5h16v5H4zM4 14h16v5H4zM7.5 7.5h.01M7.5 16.5h.01',
  approvals: 'M9 12.5 11.5 15 16 9.5M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z',
  calls: 'M3 12h4l2.5-6 4.5 12 2.5-6H21',
  audit: 'M6 3h9l4 4v14H6zM9 12h7M9 16h5M14 3v5h5',
  tokens:
    'M14.5 9.5a4.5 4.5 0 1 0-4.2 4.5L13 16.5V19h2.5v2.5H19v-3.5l-5.2-5.2a4.5 4.5 0 0 0 .7-3.3ZM9 9h.01',
  runners: 'M5 5h14v14H5zM9 9h6v6H9zM9 2v3M15 2v3M9 19v3M15 19v3M2 9h3M2 15h3M19 9h3M19 15h3',
  cost: 'M5 20V10M12 20V4M19 20v-7',
  stop: 'M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2zM9 9l6 6M15 9l-6 6',
  health: 'M12 20s-8-4.7-8-10.4A4.6 4.6 0 0 1 12 7a4.6 4.6 0 0 1 8 2.6C20 15.3 12 20 12 20Z',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M18.4 5.6 17 7M7 17l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z',
  half: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  leave: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  check: 'M5 12.5 10 17.5 19 7',
  warning: 'M12 4 21 20H3zM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8h.01',
  play: 'M7 4.5 19 12 7 19.5z',
  refresh: 'M20 6v5h-5M4 18v-5h5M18.5 9A7 7 0 0 0 6 7.5L4 9M5.5 15A7 7 0 0 0 18 16.5l2-1.5',
  chevron: 'M9 5l7 7-7 7',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  add: 'M12 5v14M5 12h14',
} as const;

export type IconName = keyof typeof PATHS;

/** Beside a text that says the same: nothing is read out for it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
