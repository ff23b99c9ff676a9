import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import type { AgentCostsAnswer } from '../../data/answers.ts';

const HEIGHT = 220;

/** Draws the sum of tokens over the tools; follows the width of its place until the answer is called. */
export function drawTokens(place: HTMLElement, tools: AgentCostsAnswer['tools']): () => void {
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(name);
  let sum = 0;
  const sums = tools.map(({ tokens }) => {
    sum += tokens;
    return sum;
  });
  const axis = {
    stroke: colour('--muted'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  };
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height: HEIGHT,
      scales: { x: { time: false } },
      legend: { show: false },
      cursor: { show: false },
      axes: [
        { ...axis, label: 'tools, dearest first' },
        { ...axis, label: 'tokens', size: 60 },
      ],
      series: [
        {},
        { label: 'tokens', stroke: colour('--accent'), fill: colour('--accent-soft'), width: 2 },
      ],
    },
    [tools.map((_, index) => index + 1), sums],
    place,
  );
  const observer = new ResizeObserver(() =>
    chart.setSize({ width: place.clientWidth, height: HEIGHT }),
  );
  observer.observe(place);
  return () => {
    observer.disconnect();
    chart.destroy();
  };
}
