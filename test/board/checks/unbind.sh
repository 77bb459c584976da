# Takes the clocks from the kernel's drivers; read by what sets them by registers.
rmmod cpufreq_dt
for clock in big-clock big-fast big-slow little-clock little-fast little-slow; do
  echo $clock >/sys/bus/platform/drivers/gpio-clk/unbind
done
echo 9030000.pl061 >/sys/bus/amba/drivers/pl061_gpio/unbind
